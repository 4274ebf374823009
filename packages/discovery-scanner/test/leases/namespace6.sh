# A DHCPv6 server and a client of it, on two ends of a cable in namespaces of their own: nothing leaves them.
# Arguments: folder, dnsmasq, dhcpd or kea-dhcp6.
set -e
folder=$1 server=$2
mount -t tmpfs none /run
mkdir -p /run/netns
ip link set lo up
ip netns add client
ip link add srv type veth peer name eth0 netns client
# Nobody else is there: addresses are used at once.
sysctl -qw net.ipv6.conf.srv.accept_dad=0
ip netns exec client sysctl -qw net.ipv6.conf.eth0.accept_dad=0
ip addr add 2001:db8::1/64 dev srv nodad
ip -n client link set eth0 address 02:00:00:00:00:05
ip link set srv up
ip -n client link set eth0 up
for _ in $(seq 50); do
  if ip -n client -6 addr show eth0 scope link -tentative | grep -q fe80; then break; fi
  sleep 0.1
done
printf 'send fqdn.fqdn "printer-7.example.com.";\nsend fqdn.server-update on;\ntimeout 10;\n' >"$folder/dhclient.conf"
: >"$folder/leases"
case $server in
  dnsmasq)
    dnsmasq --no-daemon --conf-file=/dev/null --port=0 --interface=srv --bind-interfaces --dhcp-authoritative --no-ping \
      --dhcp-range=2001:db8::10,2001:db8::20,64,1h --dhcp-leasefile="$folder/leases" --pid-file= &
    ;;
  dhcpd)
    printf 'authoritative;\nsubnet6 2001:db8::/64 { range6 2001:db8::10 2001:db8::20; }\n' >"$folder/dhcpd.conf"
    dhcpd -6 -f -q --no-pid -cf "$folder/dhcpd.conf" -lf "$folder/leases" srv &
    ;;
  kea-dhcp6)
    rm "$folder/leases"
    printf '{"Dhcp6":{"interfaces-config":{"interfaces":["srv"]},"server-id":{"type":"LL","persist":false},
      "lease-database":{"type":"memfile","name":"%s/leases","lfc-interval":0},
      "subnet6":[{"id":1,"subnet":"2001:db8::/64","interface":"srv","pools":[{"pool":"2001:db8::10-2001:db8::20"}]}]}}' \
      "$folder" >"$folder/kea.json"
    KEA_LOCKFILE_DIR=none KEA_PIDFILE_DIR=$folder kea-dhcp6 -c "$folder/kea.json" >"$folder/kea.log" 2>&1 &
    ;;
esac
server_pid=$!
# It asks again until the server is there.
ip netns exec client dhclient -6 -d -D LL -sf /bin/true -cf "$folder/dhclient.conf" -lf "$folder/client.leases" -pf "$folder/client.pid" eth0 &
client_pid=$!
trap 'kill $client_pid $server_pid' EXIT
for _ in $(seq 150); do
  if grep -q 2001:db8::[12] "$folder/leases" 2>/dev/null; then break; fi
  sleep 0.1
done
