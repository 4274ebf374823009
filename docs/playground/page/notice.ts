import "./notice.css";

/** Says above the page what it is, and how its engine does. */
export function showNotice(ready: Promise<void>): void {
  const notice = document.createElement("aside");
  notice.className = "playground";
  const text = document.createElement("p");
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = "Start again";
  again.addEventListener("click", () => location.reload());
  const back = document.createElement("a");
  back.href = "../";
  back.textContent = "Documentation";
  notice.append(text, again, back);
  const say = (words: string): void => {
    text.textContent = words;
  };
  say("Loading PostgreSQL and the engine into your browser: about 7 MB …");
  ready.then(
    () => say("Playground: everything runs in your browser, and is gone when you close or reload it."),
    (error: unknown) => {
      console.error(error);
      notice.setAttribute("role", "alert");
      say(`The playground could not start: ${error instanceof Error ? error.message : String(error)}`);
    },
  );
  document.body.append(notice);
}
