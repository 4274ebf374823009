# Sourced by the scripts beside it.

# Installs packages of Debian, where that can be done. Without a runlevel, their servers are not started.
debian() {
  local root=""
  # Whoever is not root is asked nothing: sudo is used on machines of a CI alone.
  [ "$(id -u)" = 0 ] || { [ -n "${CI:-}" ] && sudo -n true 2>/dev/null && root=sudo; } || { echo "not installed here: $*"; return; }
  if command -v apt-get >/dev/null; then
    { $root apt-get update && $root env RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } >/dev/null 2>&1 || echo "these cannot be installed here: $*"
  else
    echo "not installed here: $*"
  fi
}
