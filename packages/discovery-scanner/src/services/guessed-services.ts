/** What usually is at a port, where nothing recognisable was said. */
const USUAL: ReadonlyMap<number, string> = new Map([
  [21, "ftp"], [22, "ssh"], [23, "telnet"], [25, "smtp"], [53, "dns"], [80, "http"], [88, "kerberos"], [110, "pop3"], [111, "rpcbind"],
  [135, "msrpc"], [139, "netbios-ssn"], [143, "imap"], [179, "bgp"], [389, "ldap"], [443, "https"], [445, "smb"], [465, "smtps"], [514, "shell"],
  [515, "printer"], [548, "afp"], [554, "rtsp"], [587, "submission"], [631, "ipp"], [636, "ldaps"], [830, "netconf-ssh"], [873, "rsync"],
  [902, "vmware-auth"], [993, "imaps"], [995, "pop3s"], [1433, "mssql"], [1521, "oracle"], [1723, "pptp"], [1883, "mqtt"], [2049, "nfs"],
  [2181, "zookeeper"], [2379, "etcd"], [2380, "etcd"], [3260, "iscsi"], [3306, "mysql"], [3389, "rdp"], [5060, "sip"], [5061, "sips"],
  [5432, "postgresql"], [5671, "amqps"], [5672, "amqp"], [5900, "vnc"], [5985, "winrm"], [5986, "winrm"], [6379, "redis"], [6443, "kubernetes-api"],
  [8291, "winbox"], [8728, "routeros-api"], [8883, "mqtts"], [9092, "kafka"], [9100, "jetdirect"], [9200, "elasticsearch"], [9418, "git"],
  [10_050, "zabbix-agent"], [10_250, "kubelet"], [11_211, "memcached"], [25_565, "minecraft"], [27_017, "mongodb"], [62_078, "iphone-sync"],
]);

/** The usual service of a port, or an empty text. */
export const usualService = (port: number): string => USUAL.get(port) ?? "";
