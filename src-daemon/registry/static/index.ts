/** The door of `registry/static/`: registries that are a signed list with its files, for any web space. */
export { exportRegistry, type Exported } from './export.ts'
export {
  handoverBytes,
  headBytes,
  headContentSchema,
  type Head,
  type HeadContent,
  type SignedHandover,
} from './format.ts'
