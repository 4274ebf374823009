/*
 * Carries frames between two interfaces, each so many milliseconds late, where the kernel cannot.
 *   late-relay MS A B       until it is killed
 *   late-relay checksums A  makes the kernel write the checksums of A itself, as a relay needs them
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <linux/ethtool.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PLACES 65536
#define LONGEST_FRAME 65536

struct frame { unsigned char *bytes; ssize_t length; int64_t due_us; };
struct lane { int from, to; struct frame frames[PLACES]; uint32_t first, next; };
static struct lane lanes[2];

static int64_t now_us(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (int64_t)at.tv_sec * 1000000 + at.tv_nsec / 1000;
}

static void fail(const char *what) { perror(what); exit(1); }

static int open_port(const char *name) {
  int port = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK, htons(ETH_P_ALL));
  int one = 1, room = 32 << 20;
  struct sockaddr_ll address = { .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL), .sll_ifindex = (int)if_nametoindex(name) };
  if (port < 0 || bind(port, (struct sockaddr *)&address, sizeof address) < 0) fail(name);
  /* What it sends itself would come around for ever. */
  if (setsockopt(port, SOL_PACKET, PACKET_IGNORE_OUTGOING, &one, sizeof one) < 0) fail("PACKET_IGNORE_OUTGOING");
  if (setsockopt(port, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room) < 0) setsockopt(port, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  return port;
}

static void take_in(struct lane *lane, int64_t late_us) {
  static unsigned char buffer[LONGEST_FRAME];
  ssize_t length;
  while ((length = recv(lane->from, buffer, sizeof buffer, 0)) > 0) {
    if (lane->next - lane->first == PLACES) continue;
    struct frame *frame = &lane->frames[lane->next++ % PLACES];
    frame->bytes = malloc((size_t)length);
    if (frame->bytes == NULL) fail("malloc");
    memcpy(frame->bytes, buffer, (size_t)length);
    frame->length = length;
    frame->due_us = now_us() + late_us;
  }
}

static void let_out(struct lane *lane) {
  for (int64_t now = now_us(); lane->first != lane->next && lane->frames[lane->first % PLACES].due_us <= now; lane->first++) {
    struct frame *frame = &lane->frames[lane->first % PLACES];
    (void)!send(lane->to, frame->bytes, (size_t)frame->length, 0);
    free(frame->bytes);
  }
}

static int write_checksums(const char *name) {
  struct ethtool_value value = { .cmd = ETHTOOL_STXCSUM, .data = 0 };
  struct ifreq request = { .ifr_data = (void *)&value };
  strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  if (ioctl(socket(AF_INET, SOCK_DGRAM, 0), SIOCETHTOOL, &request) < 0) fail(name);
  return 0;
}

int main(int count, char **words) {
  if (count == 3 && strcmp(words[1], "checksums") == 0) return write_checksums(words[2]);
  if (count != 4) return 2;
  int64_t late_us = atoll(words[1]) * 1000;
  lanes[0].from = lanes[1].to = open_port(words[2]);
  lanes[1].from = lanes[0].to = open_port(words[3]);
  for (;;) {
    struct pollfd ports[2] = { { .fd = lanes[0].from, .events = POLLIN }, { .fd = lanes[1].from, .events = POLLIN } };
    int64_t wait_us = 1000000, now = now_us();
    for (int side = 0; side < 2; side++) {
      if (lanes[side].first == lanes[side].next) continue;
      int64_t until = lanes[side].frames[lanes[side].first % PLACES].due_us - now;
      if (until < wait_us) wait_us = until < 0 ? 0 : until;
    }
    struct timespec wait = { wait_us / 1000000, wait_us % 1000000 * 1000 };
    if (ppoll(ports, 2, &wait, NULL) < 0) fail("ppoll");
    for (int side = 0; side < 2; side++) {
      take_in(&lanes[side], late_us);
      let_out(&lanes[side]);
    }
  }
}
