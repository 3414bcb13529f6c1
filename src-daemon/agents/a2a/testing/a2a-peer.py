"""A2A's reference SDK as a peer of the long test: an agent of both versions with a signed card, and a client that calls us.

Prints the port it listens on. Its card is where cards are; POST /call has its client call an agent, /hear is called back, and POST /heard
tells what was said there.
"""

import asyncio, base64, hashlib, secrets, socket, time

import httpx, jwt, uvicorn
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.helpers import proto_helpers as made
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes.agent_card_routes import create_agent_card_routes
from a2a.server.routes.jsonrpc_routes import create_jsonrpc_routes
from a2a.server.routes.rest_routes import create_rest_routes
from a2a.server.tasks import (
    BasePushNotificationSender, InMemoryPushNotificationConfigStore, InMemoryTaskStore, TaskUpdater,
)
from a2a.types import a2a_pb2 as types
from a2a.utils.signing import create_agent_card_signer, create_signature_verifier
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.json_format import MessageToDict
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


class Weather(AgentExecutor):
    async def execute(self, context, queue):
        text = context.get_user_input()
        if text == "hello":
            await queue.enqueue_event(made.new_text_message("hello yourself", context_id=context.context_id))
            return
        task = context.current_task or made.new_task_from_user_message(context.message)
        await queue.enqueue_event(task)
        updater = TaskUpdater(queue, task.id, task.context_id)
        if context.current_task is None and text == "weather?":
            await updater.requires_input(updater.new_agent_message([made.new_text_part("Where?")]))
            return
        if text == "later?":
            await asyncio.sleep(3)
        await updater.add_artifact([made.new_text_part("It will "), made.new_data_part({"mm": 3})], artifact_id="a")
        await updater.add_artifact([made.new_text_part(f"rain: {text}")], artifact_id="b", append=False)
        await updater.add_artifact([made.new_text_part(".")], artifact_id="b", append=True, last_chunk=True)
        await updater.add_artifact([made.new_raw_part(b"PNG", media_type="image/png", filename="a.png")])
        await updater.complete()

    async def cancel(self, context, queue):
        await TaskUpdater(queue, context.task_id, context.context_id).cancel()


class Signed(httpx.Auth):
    """Signs requests as a DID (RFC 9421)."""

    requires_request_body = True

    def __init__(self, seed, key_id):
        self.key, self.key_id = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed)), key_id

    def auth_flow(self, request):
        digest = f"sha-256=:{base64.b64encode(hashlib.sha256(request.content).digest()).decode()}:"
        params = (
            f'("@method" "@target-uri" "content-digest");created={int(time.time())}'
            f';nonce="{secrets.token_urlsafe(12)}";keyid="{self.key_id}"'
        )
        lines = [f'"@method": {request.method}', f'"@target-uri": {request.url}', f'"content-digest": {digest}']
        base = "\n".join([*lines, f'"@signature-params": {params}'])
        signature = base64.b64encode(self.key.sign(base.encode())).decode()
        request.headers.update({
            "content-digest": digest, "signature-input": f"sig1={params}", "signature": f"sig1=:{signature}:",
        })
        yield request


async def call(request):
    given = await request.json()
    auth = Signed(given["seed"], given["keyId"])
    async with httpx.AsyncClient(auth=auth if given["signed"] else None, timeout=60) as web:
        key = jwt.PyJWK(given["jwk"], algorithm="EdDSA")
        verify = create_signature_verifier(lambda kid, jku: key, ["EdDSA"])
        async with httpx.AsyncClient() as public:
            card = await A2ACardResolver(public, given["origin"]).get_agent_card(signature_verifier=verify)
        card.supported_interfaces.sort(key=lambda one: one.protocol_version != given["version"])
        del card.supported_interfaces[1:]
        client = ClientFactory(ClientConfig(httpx_client=web, streaming=given["streaming"])).create(card)
        parts = [made.new_text_part(given["text"])] if "text" in given else [made.new_data_part(given["data"])]
        message = made.new_message(parts, role=types.Role.ROLE_USER)
        configuration = types.SendMessageConfiguration(return_immediately="push" in given)
        if "push" in given:
            configuration.task_push_notification_config.CopyFrom(types.TaskPushNotificationConfig(
                url=f"{origin}/hear", token=given["push"],
                authentication=types.AuthenticationInfo(scheme="Bearer", credentials="credentials"),
            ))
        try:
            events = [MessageToDict(one) async for one in client.send_message(
                types.SendMessageRequest(message=message, configuration=configuration)
            )]
            return JSONResponse({"events": events})
        except Exception as error:
            return JSONResponse({"error": f"{type(error).__name__}: {error}"})


heard = []


async def hear(request):
    heard.append({"headers": dict(request.headers), "body": await request.json()})
    return JSONResponse({})


server = socket.socket()
server.bind(("127.0.0.1", 0))
server.listen(128)  # before the port is told, so that no one comes too early
port = server.getsockname()[1]
origin = f"http://localhost:{port}"
key = ec.generate_private_key(ec.SECP256R1())
jwk = jwt.algorithms.ECAlgorithm.to_jwk(key.public_key(), as_dict=True) | {"kid": "key-1"}
card = types.AgentCard(
    name="天气", description="Knows the weather.", version="1.0.0",
    capabilities=types.AgentCapabilities(streaming=True, push_notifications=True),
    default_input_modes=["text/plain"], default_output_modes=["text/plain"],
    skills=[types.AgentSkill(id="forecast", name="Forecast", description="Tells the weather.", tags=["weather"])],
    supported_interfaces=[
        types.AgentInterface(url=f"{origin}/rpc", protocol_binding="JSONRPC", protocol_version="1.0"),
        types.AgentInterface(url=f"{origin}/rest", protocol_binding="HTTP+JSON", protocol_version="1.0"),
        types.AgentInterface(url=f"{origin}/rpc", protocol_binding="JSONRPC", protocol_version="0.3"),
    ],
)
header = {"kid": "key-1", "alg": "ES256", "jku": f"{origin}/jwks.json", "typ": "JOSE"}
card = create_agent_card_signer(key, header)(card)
configs = InMemoryPushNotificationConfigStore()
sender = BasePushNotificationSender(httpx.AsyncClient(), configs)
handler = DefaultRequestHandler(
    Weather(), InMemoryTaskStore(), card, push_config_store=configs, push_sender=sender,
)
app = Starlette(
    routes=[
        *create_agent_card_routes(card),
        *create_jsonrpc_routes(handler, "/rpc", enable_v0_3_compat=True),
        *create_rest_routes(handler, path_prefix="/rest"),
        Route("/jwks.json", lambda _: JSONResponse({"keys": [jwk]})),
        Route("/call", call, methods=["POST"]),
        Route("/hear", hear, methods=["POST"]),
        Route("/heard", lambda _: JSONResponse(heard), methods=["POST"]),
    ]
)
print(port, flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[server])
