import type { ExposedTool } from '../../capabilities/index.ts'
import type { ModelTool } from '../../models/types.ts'

/** A tool in the form sent to a model. */
export const wireTool = ({ wireName, description, parameters }: ExposedTool): ModelTool => ({
  name: wireName,
  description,
  parameters,
})
