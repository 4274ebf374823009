// Runs work of go-ipam: a command a line, fill or churn, and for each a line of JSON that says how many steps there were and how long
// they took. Its argument is memory, or postgresql with the database in PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE. It ends with
// its input.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/metal-stack/go-ipam"
)

// Addresses of a /22 without its first and last.
const slash22 = 1022

type turn struct {
	Steps       int     `json:"steps"`
	WallUs      float64 `json:"wallUs"`
	ProcessorUs float64 `json:"processorUs"`
}

func processorUs() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1000
}

func measure(step func() error) (turn, error) {
	used, start := processorUs(), time.Now()
	for range slash22 {
		if err := step(); err != nil {
			return turn{}, err
		}
	}
	wall := float64(time.Since(start).Nanoseconds()) / 1000
	return turn{Steps: slash22, WallUs: wall, ProcessorUs: processorUs() - used}, nil
}

type bench struct {
	ipam   ipam.Ipamer
	small  string
	filled int
}

func open(ctx context.Context, storage string) (*bench, error) {
	b := &bench{ipam: ipam.New(ctx), small: "10.5.0.0/24"}
	if storage == "postgresql" {
		host := os.Getenv("PGHOST")
		if strings.HasPrefix(host, "/") {
			// The folder of a socket has no place in the URL that is made of it; the driver reads it from PGHOST.
			host = ""
		}
		stored, err := ipam.NewPostgresStorage(
			host, os.Getenv("PGPORT"), os.Getenv("PGUSER"), os.Getenv("PGPASSWORD"), os.Getenv("PGDATABASE"), ipam.SSLModeDisable)
		if err != nil {
			return nil, err
		}
		b.ipam = ipam.NewWithStorage(stored)
	}
	if _, err := b.ipam.NewPrefix(ctx, b.small); err != nil {
		return nil, err
	}
	// As with ours, one address is held.
	_, err := b.ipam.AcquireIP(ctx, b.small)
	return b, err
}

// fill takes all addresses of a new /22.
func (b *bench) fill(ctx context.Context) (turn, error) {
	cidr := fmt.Sprintf("10.%d.%d.0/22", 128+b.filled/64, b.filled%64*4)
	b.filled++
	if _, err := b.ipam.NewPrefix(ctx, cidr); err != nil {
		return turn{}, err
	}
	return measure(func() error {
		_, err := b.ipam.AcquireIP(ctx, cidr)
		return err
	})
}

// churn takes an address of a /24 and gives it back, as often.
func (b *bench) churn(ctx context.Context) (turn, error) {
	return measure(func() error {
		ip, err := b.ipam.AcquireIP(ctx, b.small)
		if err != nil {
			return err
		}
		_, err = b.ipam.ReleaseIP(ctx, ip)
		return err
	})
}

func main() {
	ctx := context.Background()
	b, err := open(ctx, os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		work := b.fill
		if lines.Text() == "churn" {
			work = b.churn
		}
		done, err := work(ctx)
		if err != nil {
			log.Fatal(err)
		}
		if err := json.NewEncoder(os.Stdout).Encode(done); err != nil {
			log.Fatal(err)
		}
	}
}
