/** The shapes of `registry/` that others may know. */
export { type RegistriesService } from './chain/types.ts'
export { type PublishService } from './publish/types.ts'
