/** The shapes of `registry/` that other rooms may import. */
export { type ChainAnchors, type RegistriesService } from './chain/types.ts'
export { type PublishService } from './publish/types.ts'
export { type SchemaRegistry } from './schemas/index.ts'
export { type TrustService } from './trust/types.ts'
