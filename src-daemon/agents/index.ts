/** The door of `agents/`: who we are to other agents, calling them and being called. */
export { createAgents, type AgentsDeps } from './called/agents.ts'
export type { ListenForAgents } from './called/own-endpoint.ts'
export { findFace, type Face, type FaceAnswer, type FaceRequest } from './called/faces.ts'
export { createOffer, type OfferService } from './offer/service.ts'
export { servedFiles } from './offer/served-files.ts'
export type { OfferableTool } from './offer/operations.ts'
export { callbackOrigin, originOf, webOriginOf } from './called/endpoint.ts'
export type {
  AdmittedCaller,
  OperationCall,
  Outcome,
  ProductOrder,
  Reception,
  Refusal,
} from './called/reception.ts'
export type { AgentsService } from './called/types.ts'
export { callAgent, type CallAgentDeps } from './calling/call-agent.ts'
export { createDidAuthService, type DidAuth } from './requests/service.ts'
export { createOwnDids, type OwnDids } from './did-wba/own-dids.ts'
export { createDescriptions, type Descriptions } from './descriptions/service.ts'
export { signRequest } from './requests/sign-request.ts'
export { startDevAgent, type DevAgent } from './dev/dev-agent.ts'
export { checkFile, type Beside } from './check/check-file.ts'
export type { Checked } from './check/outcome.ts'
export { createContacts, type ContactsDeps } from './contacts/contacts.ts'
export type { AgentContacts, ApprovedAgent } from './contacts/types.ts'
export type { AgentProtocol, CallableOperation } from './contacts/protocol.ts'
export { createA2aProtocol } from './a2a/protocol.ts'
export { createCallbacks, type TaskOutcome } from './a2a/callbacks/callbacks.ts'
export { createA2aFaces } from './a2a/server/face.ts'
export type { Delivery } from './a2a/server/push/deliveries.ts'
export { resolveHandle } from './anp/resolve-handle.ts'
export { createAnpProtocol } from './anp/index.ts'
export { orderedProduct } from './anp/purchases.ts'
export { verifyCallProof, type ProvenCall } from './calling/call-proof.ts'
export { isDidDocument, keysOf } from './check/documents.ts'
export { sendSigned } from './calling/send-signed.ts'
export { THREADS_PATH } from './core/thread-api.ts'
export { createAccessTokens, type AccessTokens } from './calling/access-tokens.ts'
