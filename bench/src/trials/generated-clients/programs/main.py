import os

from cadastre_client import AuthenticatedClient
from cadastre_client.api.networks import networks_create, networks_get, networks_list
from cadastre_client.models import Network, NetworkNotFoundError, NetworksCreateBody

client = AuthenticatedClient(base_url=os.environ["CADASTRE_URL"], token=os.environ["CADASTRE_KEY"])

made = networks_create.sync(client=client, body=NetworksCreateBody(name="python", subnet="10.21.0.0/24"))
if not isinstance(made, Network):
    raise SystemExit(f"no network was made: {made}")

for network in networks_list.sync(client=client):
    print("listed", network.name, network.subnet)

missing = networks_get.sync("0198c0de-7a3b-7c1e-9f00-2b6a51d3c001", client=client)
if isinstance(missing, NetworkNotFoundError):
    print("error", missing.code, missing.error)
