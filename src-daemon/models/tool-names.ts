/** A declared tool name as providers accept it: `state.create` -> `state__create` (acp.md 7.1). */
export const wireName = (declared: string): string => declared.replaceAll('.', '__')

/** The declared name behind a wire name. Packages may not declare `__`, so the way back is certain (acp.md 7.1). */
export const declaredName = (wire: string): string => wire.replaceAll('__', '.')
