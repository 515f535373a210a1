"""Stands for `rafiki trial`: sends the arguments to the benchmark, which prints the line of the trial."""

import json
import sys
import urllib.request

# never through a proxy
loopback = urllib.request.build_opener(urllib.request.ProxyHandler({}))
with loopback.open(sys.argv[1], json.dumps(sys.argv[2:]).encode()) as answer:
    print(answer.read().decode())
