// Shows the OpenAPI document of this server, with the session of the browser or with a key that is asked for.
// The Content-Security-Policy of the page lets it talk to this server and to nobody else.

/* global SwaggerUIBundle */
const form = document.querySelector("#credentials");
const trouble = document.querySelector("#trouble");

/** A key that was typed. It is kept nowhere else. */
let key = "";

/** Fetches the document, which lies beside this page, wherever that is. Where that takes credentials, asks for a key. */
async function load() {
  const answer = await fetch("api/openapi.json", key === "" ? {} : { headers: { authorization: `Bearer ${key}` } });
  if (answer.ok) return show(await answer.json());
  form.hidden = answer.status !== 401;
  if (answer.status !== 401 || key !== "") tell((await answer.json()).error);
}

function show(spec) {
  form.remove();
  trouble.hidden = true;
  const ui = SwaggerUIBundle({
    spec,
    domNode: document.querySelector("#reference"),
    deepLinking: true,
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    filter: true,
    // Nothing is sent elsewhere to be judged.
    validatorUrl: null,
    requestInterceptor: (request) => {
      // What a change needs that is made with the session of a browser.
      request.headers["X-Requested-With"] = "XMLHttpRequest";
      return request;
    },
    onComplete: () => key === "" || ui.preauthorizeApiKey("bearer", key),
  });
}

function tell(sentence) {
  trouble.textContent = sentence;
  trouble.hidden = false;
}

function begin() {
  trouble.hidden = true;
  load().catch((error) => tell(`The document cannot be shown: ${error.message}. Reload the page to try again.`));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  key = form.elements.key.value.trim();
  begin();
});

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
begin();
