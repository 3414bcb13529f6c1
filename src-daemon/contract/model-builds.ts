/** What a model inside Satchel may run on: the processor alone, or a kind of graphics. */
export const MODEL_BUILDS = ['cpu', 'metal', 'vulkan', 'cuda'] as const
export type ModelBuild = (typeof MODEL_BUILDS)[number]
