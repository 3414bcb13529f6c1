"""Makes vectors/ with ANP's reference SDK and none of our code: pip install anp==1.0.7, then run this.

Keys are derived from labels, for tests only. The two signing methods of ECDSA in descriptions are made by hand, because
the SDK signs none.
"""

import base64, copy, hashlib, json, pathlib
from unittest import mock

import base58, jcs
from anp.authentication import did_wba
from anp.authentication.did_wba import generate_auth_header
from anp.authentication.http_signatures import generate_http_signature_headers
from anp.proof import generate_w3c_proof
from anp.proof.object_proof import generate_object_proof
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

OUT = pathlib.Path(__file__).parent / "vectors"
TIME = "2026-03-02T10:00:00Z"
CREATED = 1772445600
b64u = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
seed = lambda label: hashlib.sha256(f"satchel-test-only:{label}".encode()).digest()
ed = lambda label: ed25519.Ed25519PrivateKey.from_private_bytes(seed(label))
ecdsa = lambda label, curve: ec.derive_private_key(int.from_bytes(seed(label), "big"), curve)


def write(name, value):
    (OUT / name).write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def document(profile, path, label):
    """A document of the SDK with our key in place of a random one."""
    key = ed(label) if profile == "e1" else ecdsa(label, ec.SECP256K1())
    generator = "ed25519.Ed25519PrivateKey.generate" if profile == "e1" else "ec.generate_private_key"
    with mock.patch(f"anp.authentication.did_wba.{generator}", lambda *_: key):
        made, _ = did_wba.create_did_wba_document(
            "agents.example", path_segments=path, did_profile=profile, enable_e2ee=False, created=TIME
        )
    return made, key


def sdk_signature(key, data):
    """As the SDK asks for it: ECDSA in DER."""
    is_ed25519 = isinstance(key, ed25519.Ed25519PrivateKey)
    return key.sign(data) if is_ed25519 else key.sign(data, ec.ECDSA(hashes.SHA256()))


def raw(key, data):
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return key.sign(data)
    r, s = decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


e1, e1_key = document("e1", ["agent", "ana"], "ana")
k1, k1_key = document("k1", ["agent", "ben"], "ben")
root, root_key = document("e1", [], "root")
identities = {"e1": (e1, e1_key), "k1": (k1, k1_key), "root": (root, root_key)}
write("identities.json", {"identities": {name: {"document": doc} for name, (doc, _) in identities.items()}})


def jwk(key):
    public = key.public_key()
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return {"kty": "OKP", "crv": "Ed25519", "x": b64u(public.public_bytes_raw())}
    n = public.public_numbers()
    return {"kty": "EC", "crv": "secp256k1", "x": b64u(n.x.to_bytes(32, "big")), "y": b64u(n.y.to_bytes(32, "big"))}


positives, negatives = [], []


def request(name, identity, method, url, body):
    doc, key = identities[identity]
    keyid = doc["authentication"][0]
    headers = generate_http_signature_headers(
        doc, url, method, lambda data, _: sdk_signature(key, data), body=body,
        created=CREATED, expires=CREATED + 300, nonce=name,
    )
    positives.append({
        "id": name, "kind": "request-signature", "transport": "http-headers", "identity_fixture": identity,
        "subject_did": doc["id"], "keyid": keyid, "public_key_jwk": jwk(key), "method": method, "target_uri": url,
        "payload_utf8": body, "content_digest": headers.get("Content-Digest"),
        "signature_input": headers["Signature-Input"], "signature": headers["Signature"],
    })
    changes = {
        "request-target": "https://other.example/", "request-method": "PUT", "signature-byte": None,
        **({} if body is None else {"request-content": body + " "}),
    }
    for mutation, replacement in changes.items():
        negatives.append({
            "id": f"{name}-{mutation}", "base_id": name, "mutation": mutation, "replacement": replacement,
            "expected_integrity": False,
        })


for name in identities:
    request(f"get-{name}", name, "GET", "https://api.example/orders/7", None)
    request(f"post-{name}", name, "POST", "https://api.example:8443/orders?fast=1", '{"order":"咖啡"}')

receipt = generate_object_proof(
    {"receipt_type": "test", "owner_did": e1["id"], "count": 2}, e1_key, e1["assertionMethod"][0],
    issuer_did=e1["id"], created=TIME,
)
positives.append({
    "id": "object", "kind": "data-integrity", "identity_fixture": "e1", "keyid": e1["assertionMethod"][0],
    "public_key_jwk": jwk(e1_key), "object": receipt,
    "document_jcs": jcs.canonicalize({k: v for k, v in receipt.items() if k != "proof"}).decode(),
})
negatives += [
    {"id": "object-property", "base_id": "object", "mutation": "object-property", "property": "more", "replacement": 1, "expected_integrity": False},
    {"id": "object-purpose", "base_id": "object", "mutation": "proof-purpose", "replacement": "authentication", "expected_integrity": False},
]
aad, plain = {"recipient_device_id": "a", "n": 1}, {"text": "hello"}
key, nonce = seed("aead"), seed("nonce")[:12]
positives.append({
    "id": "aead", "kind": "p5-aead", "message_key_hex": key.hex(), "nonce_hex": nonce.hex(), "aad": aad, "plaintext": plain,
    "ciphertext_b64u": b64u(ChaCha20Poly1305(key).encrypt(nonce, jcs.canonicalize(plain), jcs.canonicalize(aad))),
})
negatives += [
    {"id": "aead-device", "base_id": "aead", "mutation": "aad-device", "replacement": "b", "expected_integrity": False},
    {"id": "aead-byte", "base_id": "aead", "mutation": "ciphertext-byte", "expected_integrity": False},
]
write("authentication.json", {"fixed_time": TIME, "positives": positives, "negatives": negatives})

headers = []
for name, (doc, key) in identities.items():
    for version in ("1.1", "1.0"):
        sign = lambda data, _: sdk_signature(key, data)
        header = generate_auth_header(doc, "api.example", sign, version=version, nonce=f"{name}-{version}", timestamp=TIME)
        headers.append({"identity": name, "version": version, "header": header})
        if version == "1.0":
            # The third generation is the same without a version.
            headers.append({"identity": name, "version": None, "header": header.replace('v="1.0", ', "")})
write("didwba-headers.json", {"time": TIME, "audience": "api.example", "headers": headers})

p256 = ecdsa("p256", ec.SECP256R1())
methods = {
    "Ed25519Signature2020": ({"type": "Multikey", "publicKeyMultibase": "z" + base58.b58encode(b"\xed\x01" + ed("ad").public_key().public_bytes_raw()).decode()}, ed("ad")),
    "EcdsaSecp256r1Signature2019": ({"type": "EcdsaSecp256r1VerificationKey2019", "publicKeyJwk": {**jwk(p256), "crv": "P-256"}}, p256),
    "EcdsaSecp256k1Signature2019": ({"type": "EcdsaSecp256k1VerificationKey2019", "publicKeyJwk": jwk(k1_key)}, k1_key),
}
description = {
    "@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
    "@type": "ad:AgentDescription", "@id": "https://agents.example/ad.json", "name": "Täst 测试",
    "did": "did:wba:agents.example:agent:ana", "version": "1.0.0", "created": TIME,
    "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
    "security": "didwba_sc",
    "interfaces": [{"@type": "ad:APIInterface", "protocol": "JSON-RPC 2.0", "url": "https://agents.example/api.json"}],
}
vectors = []
for kind, (method, key) in methods.items():
    method_id = f"{description['did']}#{kind}"
    doc = copy.deepcopy(description)
    doc["proof"] = {
        "type": kind, "created": TIME, "proofPurpose": "assertionMethod", "verificationMethod": method_id,
        "domain": "agents.example", "challenge": f"c-{kind}",
    }
    text = jcs.canonicalize(doc)
    digest = hashlib.sha256(text).digest()
    variants = {"digest" if "Ed25519" in kind else "double": digest}
    if "Ed25519" not in kind:
        variants["single"] = text
    for variant, data in variants.items():
        signed = copy.deepcopy(doc)
        signature = raw(key, data)
        signed["proof"]["proofValue"] = b64u(signature)
        vectors.append({
            "id": f"{kind}-{variant}", "variant": variant,
            "verification_method": {"id": method_id, "controller": description["did"], **method},
            "document": signed, "canonical_utf8": text.decode(), "sha256_hex": digest.hex(),
        })
        older = copy.deepcopy(signed)
        if "Ed25519" not in kind:
            older["proof"]["proofValue"] = b64u(sdk_signature(key, data))
        else:
            older["proof"]["proofValue"] = "z" + base58.b58encode(signature).decode()
        vectors.append({**vectors[-1], "id": f"{kind}-{variant}-older", "document": older, "expected": "valid-legacy"})
        changed = copy.deepcopy(signed)
        changed["name"] = "Somebody else"
        vectors.append({**vectors[-2], "id": f"{kind}-{variant}-changed", "document": changed, "expected": "invalid(wrong_signature)"})
write("ad-proof.json", {"vectors": vectors})
