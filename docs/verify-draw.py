"""verify-draw.py FILE recomputes a proof. BLS is left out: compare with api.drand.sh/v2/beacons/quicknet/rounds/ROUND"""
import hmac, json, sys; from bisect import bisect; from hashlib import sha256; from itertools import accumulate, count
def stream(seed, label): return (int.from_bytes(hmac.digest(seed, label + (i // 5).to_bytes(4, "big"), "sha256")[i % 5 * 6 :][:6], "big") for i in count())
def below(numbers, n): return next(x for x in numbers if x < 2**48 - 2**48 % n) % n
def draw(numbers, weights): return bisect([*accumulate(weights)], below(numbers, sum(weights)))
proof = json.load(open(sys.argv[1] if sys.argv[1:] else sys.exit(__doc__), "rb"))
given, document = {**proof.get("beacon", {}), **proof}, proof.get("document", {})
seed = bytes.fromhex(given.get("seed") or given.get("signature") or sys.exit("The seed is not revealed yet."))
text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
found = {"commitment": sha256(seed).hexdigest(), "documentHash": sha256(text).hexdigest(), "round": given.get("round")}
if proof["kind"] == "packet":
    numbers, shares = stream(seed, b"shares\0"), [proof["total"]]
    for i in range(proof["shares"], 1, -1): shares[-1:] = [x := 1 + below(numbers, max(1, 2 * shares[-1] // i - 1)), shares[-1] - x]
    for i in range(len(shares) - 1, 0, -1): j = below(numbers, i + 1); shares[i], shares[j] = shares[j], shares[i]
    found.update(amounts=shares, sharesHash=sha256(seed + "\0".join(["lightstick/packet/v1", proof["packetId"], proof["assetName"], ",".join(map(str, shares))]).encode()).hexdigest())
elif proof["kind"] == "box":
    found["openings"], left, since = [], proof["leftAtStart"], dict(proof["sinceAtStart"])
    for nonce, (_, client, fan, prize) in enumerate(proof["openings"], 1 + sum(p["total"] for p in document["prizes"]) - sum(left)):
        rare = [n * p["isRare"] * (since.get(fan, 0) + 1 >= (document["rareWithin"] or 1e9)) for n, p in zip(left, document["prizes"])]
        numbers = stream(hmac.digest(seed, f"lightstick/box/v1\0{nonce}:{client}".encode(), "sha256"), b"prize\0")
        found["openings"].append([nonce, client, fan, draw(numbers, rare if any(rare) else left)])
        left[prize] -= 1; since[fan] = 0 if document["prizes"][prize]["isRare"] else since.get(fan, 0) + 1
else:
    hashes, weights = [e["hash"] for e in proof["entries"]], [e["weight"] for e in proof["entries"]]; equal = set(weights) == {1}
    found["winners"], found["root"] = [], sha256("".join(f"{h} {w}\n" for h, w in zip(hashes, weights)).encode()).hexdigest()
    numbers = stream(hmac.digest(seed, b"lightstick/draw/v1\0" + bytes.fromhex(found["root"]), "sha256"), b"winners\0")
    for i in range(min(len(hashes), sum(p["total"] for p in document["prizes"]))):
        j = i + below(numbers, len(hashes) - i) if equal else draw(numbers, weights)
        found["winners"].append(hashes[j]); hashes[j], weights[j] = hashes[i] if equal else "", 0
print(json.dumps(found)); sys.exit(", ".join(f"{name} differs" for name in found if found[name] != given.get(name, found[name])) or 0)
