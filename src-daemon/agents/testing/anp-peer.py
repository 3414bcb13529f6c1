"""ANP's reference SDK as a peer of the long test: makes identities, calls us, and verifies what we send it.

Prints the port it listens on; every request to it but /guarded is JSON.
"""

import asyncio, json, re, socket, threading, urllib.error, urllib.request
import uvicorn
from fastapi import FastAPI
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from anp.authentication import did_wba, did_wba_verifier
from anp.authentication.did_transition import verify_transition_hop
from anp.authentication.did_wba import create_did_wba_document, generate_auth_header, validate_did_document_binding
from anp.authentication.http_signatures import generate_http_signature_headers
from anp.openanp import AgentConfig, Context, anp_agent, interface
from anp.openanp.middleware import create_auth_middleware
from anp.wns import binding
from anp.wns.models import HandleResolutionDocument
from anp.wns.validator import normalize_handle
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_private_key

documents, keys = {}, {}


async def resolve(did, verify_proof=False):
    return documents.get(did)


# Names in .example have no server: documents are those both sides were given.
did_wba_verifier.resolve_did_wba_document = resolve
verifier = did_wba_verifier.DidWbaVerifier(
    did_wba_verifier.DidWbaVerifierConfig(
        jwt_private_key="a secret of the test, long enough", jwt_public_key="a secret of the test, long enough",
        jwt_algorithm="HS256",
    )
)


def make(path, profile):
    document, pems = create_did_wba_document("peer.example", path_segments=path, did_profile=profile)
    keys[document["id"]] = load_pem_private_key(pems["key-1"][0], password=None)
    documents[document["id"]] = document
    return document


def sign(did):
    key = keys[did]
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return lambda data, _: key.sign(data, ec.ECDSA(hashes.SHA256()))
    return lambda data, _: key.sign(data)


def call(did, url, body, form, token=None):
    headers = {"Content-Type": "application/json"}
    if form == "token":
        headers["Authorization"] = f"Bearer {token}"
    elif form == "http-signature":
        headers |= generate_http_signature_headers(documents[did], url, "POST", sign(did), body=body)
    else:
        header = generate_auth_header(documents[did], "localhost", sign(did), version=form if form != "none" else "1.0")
        headers["Authorization"] = header.replace('v="1.0", ', "") if form == "none" else header
    request = urllib.request.Request(url, data=body.encode(), headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request) as answer:
            given = re.search('access_token="([^"]+)"', answer.headers.get("Authentication-Info") or "")
            return {"status": answer.status, "text": answer.read().decode(), "token": given and given.group(1)}
    except urllib.error.HTTPError as error:
        return {"status": error.code, "text": error.read().decode(), "token": None}


def validate(document, successor=None):
    """What the SDK thinks of a document of ours, and of the document of its successor."""
    result = {"binding": validate_did_document_binding(document)}
    if "proof" in document:
        method = did_wba._find_verification_method(document, document["proof"]["verificationMethod"])
        result["proof"] = did_wba.verify_w3c_proof(document, did_wba._extract_public_key(method))
    if successor is not None:
        result["hop"] = verify_transition_hop(document, successor).assurance.value
    return result


def handle(resolution, document):
    """Whether the SDK takes what a provider and a DID say for a binding of ana.example.com."""

    async def resolved(*_, **__):
        found = HandleResolutionDocument.model_validate(resolution)
        if normalize_handle(found.handle) != "ana.example.com":
            raise ValueError("another handle")
        return found

    binding.resolve_handle = resolved
    result = asyncio.run(binding.verify_handle_binding("ana.example.com", did_document=document))
    return {"valid": result.is_valid}


def serve():
    """An agent made with the SDK's own server, which wants to know who asks for anything but its description."""
    app = FastAPI()
    app.middleware("http")(
        create_auth_middleware(
            did_wba_verifier.DidWbaVerifierConfig(
                jwt_private_key="a secret of the test, long enough", jwt_public_key="a secret of the test, long enough",
                jwt_algorithm="HS256",
            )
        )
    )

    @anp_agent(AgentConfig(name="Hotel", did="did:wba:peer.example:hotel", prefix="/hotel"))
    class Hotel:
        @interface
        async def search(self, city: str, nights: int = 1) -> dict:
            """Finds rooms in a city."""
            return {"rooms": [f"{city} {night}" for night in range(nights)]}

        @interface
        async def who(self, ctx: Context) -> str:
            return ctx.did

        @interface
        async def full(self) -> dict:
            raise ValueError("no room left")

    app.include_router(Hotel.router())
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True).start()
    return {"origin": f"http://localhost:{listening.getsockname()[1]}"}


def add(document):
    documents[document["id"]] = document
    return {}


class Peer(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, body, headers={}):
        text = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(text)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        url = f"http://{self.headers['Host']}{self.path}"
        try:
            result = asyncio.run(verifier.verify_request("GET", url, dict(self.headers), b"", "localhost"))
            self.answer(200, {"did": result["did"], "scheme": result["auth_scheme"]}, result["response_headers"])
        except did_wba_verifier.DidWbaVerifierError as error:
            self.answer(error.status_code, {"error": str(error)}, error.headers)

    def do_POST(self):
        given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        work = {"/make": make, "/call": call, "/validate": validate, "/add": add, "/serve": serve, "/handle": handle}[self.path]
        self.answer(200, work(**given))


server = ThreadingHTTPServer(("127.0.0.1", 0), Peer)
print(server.server_address[1], flush=True)
server.serve_forever()
