"""verify-staking.py FILE recomputes how a week's pool of Points was shared out, from the list that was published"""
import json, sys
from hashlib import sha256

data = open(sys.argv[1] if sys.argv[1:] else sys.exit(__doc__), "rb").read()
name, period, pool, total, *rows = data.decode().removesuffix("\n").split("\n")
lines = [[int(number) for number in row.split(" ")] for row in rows]
given = {"format": name, "totalWeight": int(total), "shares": [share for _, share in lines]}
weights = [weight for weight, _ in lines]
# Each part rounded down; what is left goes one by one to the largest remainders, of equal ones to the earlier line.
shares = [int(pool) * weight // sum(weights) for weight in weights]
by_remainder = sorted(range(len(weights)), key=lambda i: -(int(pool) * weights[i] % sum(weights)))
for i in by_remainder[: int(pool) - sum(shares)]: shares[i] += 1
found = {"format": "lightstick/staking/v1", "totalWeight": sum(weights), "shares": shares}
print(json.dumps({**found, "period": period, "pool": int(pool), "sha256": sha256(data).hexdigest()}))
sys.exit(", ".join(f"{name} differs" for name in found if found[name] != given[name]) or 0)
