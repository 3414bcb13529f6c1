import { EXTRACT_MANIFEST, sideBySide, type ExposedTool } from '../../capabilities/index.ts'

/** Reading what others wrote without reading it, as a model of an open turn is told of it. */
export const EXTRACT: ExposedTool = {
  ...sideBySide(EXTRACT_MANIFEST, null),
  name: 'extract',
  wireName: 'extract',
}
