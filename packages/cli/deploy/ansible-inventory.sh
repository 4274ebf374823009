#!/bin/sh
# The devices of a Cadastre server as an inventory of Ansible. Needs curl.
#   SERVICE_API_URL          https://inventory.example.com
#   SERVICE_API_TOKEN        a key of a user who has device:list and datacenter:list, or SERVICE_API_TOKEN_FILE with it
#   CADASTRE_ANSIBLE_FILTER  as the list of devices takes it: status=active&tags=web
set -eu

# Ansible asks for one host only where --list has no variables, which it always has here.
if [ "${1:-}" = --host ]; then
  echo '{}'
  exit
fi
if [ "${1:-}" != --list ]; then
  echo "usage: $0 --list | --host NAME" >&2
  exit 2
fi

token=${SERVICE_API_TOKEN:-}
if [ -z "$token" ] && [ -n "${SERVICE_API_TOKEN_FILE:-}" ]; then token=$(cat "$SERVICE_API_TOKEN_FILE"); fi
: "${SERVICE_API_URL:?set it to the address of the server, such as https://inventory.example.com}"
: "${token:?set SERVICE_API_TOKEN to a key of the server}"

# The key goes to curl by its standard input: other users of the machine see the arguments of a command.
printf 'header = "Authorization: Bearer %s"\n' "$token" |
  curl --config - --silent --show-error --fail --max-time 60 --retry 3 "${SERVICE_API_URL%/}/api/export/ansible${CADASTRE_ANSIBLE_FILTER:+?$CADASTRE_ANSIBLE_FILTER}"
