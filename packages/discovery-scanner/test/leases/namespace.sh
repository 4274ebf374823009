# A DHCP server and a client of it, on two ends of a cable in namespaces of their own: nothing leaves them.
# Arguments: folder, dnsmasq or dhcpd.
set -e
folder=$1 server=$2
mount -t tmpfs none /run
mkdir -p /run/netns
ip link set lo up
ip netns add client
ip link add srv type veth peer name eth0 netns client
ip addr add 192.0.2.1/24 dev srv
ip link set srv up
ip -n client link set eth0 address 02:00:00:00:00:05
ip -n client link set eth0 up
printf 'send host-name "printer-7";\ntimeout 10;\n' >"$folder/dhclient.conf"
case $server in
  dnsmasq)
    dnsmasq --no-daemon --conf-file=/dev/null --port=0 --interface=srv --bind-interfaces --dhcp-authoritative --no-ping \
      --dhcp-range=192.0.2.10,192.0.2.20,1h --dhcp-leasefile="$folder/leases" --pid-file= &
    ;;
  dhcpd)
    printf 'authoritative; ping-check false;\nsubnet 192.0.2.0 netmask 255.255.255.0 { range 192.0.2.10 192.0.2.20; }\n' >"$folder/dhcpd.conf"
    : >"$folder/leases"
    dhcpd -4 -f -q --no-pid -cf "$folder/dhcpd.conf" -lf "$folder/leases" srv &
    ;;
esac
server_pid=$!
ip netns exec client dhclient -d -1 -sf /bin/true -cf "$folder/dhclient.conf" -lf "$folder/client.leases" -pf "$folder/client.pid" eth0 &
client_pid=$!
trap 'kill $client_pid $server_pid' EXIT
for _ in $(seq 100); do
  if grep -q 02:00:00:00:00:05 "$folder/leases"; then break; fi
  sleep 0.1
done
