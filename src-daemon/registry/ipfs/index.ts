/** The door of `registry/ipfs/`: bytes by their CID, from this disk, the nodes and the gateways, verified. */
export { fetchModule } from './fetch-module.ts'
export { createIpfs, type IpfsDeps } from './service.ts'
