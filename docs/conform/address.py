"""Answers for `abnfc conform --protocol json`: is a text an IPv4 address for the standard library?"""

import ipaddress
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    text = message["text"] if "text" in message else bytes.fromhex(message["hex"]).decode("latin-1")
    try:
        ipaddress.IPv4Address(text)
        print("true", flush=True)
    except ValueError:
        print("false", flush=True)
