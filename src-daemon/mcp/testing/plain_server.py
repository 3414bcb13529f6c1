"""A small MCP server with nothing but the standard library."""

import json
import sys

TOOL = {
    "name": "speak",
    "description": "Says it again.",
    "inputSchema": {"type": "object", "properties": {"what": {"type": "string"}}},
}


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "plain", "version": "1.0.0"},
        }
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        said = params["arguments"].get("what", "")
        return {"content": [{"type": "text", "text": f"python says {said}"}]}
    return None


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = answer(message["method"], message.get("params", {}))
    body = {"error": {"code": -32601, "message": "unknown"}} if result is None else {"result": result}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **body}), flush=True)
