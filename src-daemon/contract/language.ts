/** The languages Satchel speaks. The same four as `AgentSettings.language`. */
export const LANGUAGES = ['en', 'zh', 'ja', 'es'] as const

export type Language = (typeof LANGUAGES)[number]
