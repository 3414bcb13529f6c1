/** The door of `registry/static/`: registries that are a signed list with its files, for any web space. */
export { exportRegistry, type Exported, type ExportInput } from './export.ts'
export { byHash, picturesBeside } from './pictures.ts'
export {
  handoverBytes,
  headBytes,
  headContentSchema,
  type Head,
  type HeadContent,
  type SignedHandover,
} from './format.ts'
