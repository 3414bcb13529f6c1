/**
 * The name under which the capability of a tool is known to the catalog: `note` of `acp:note/state.create`, the id of a skill from files,
 * `mcp:files` of a tool of that server, `anp:hotel` of an agent's.
 */
export const ownerNameOf = (capabilityId: string): string =>
  /^(?:skill:[^/]+\/[^/]+|(?:mcp|anp|a2a):[^/]+)/u.exec(capabilityId)?.[0] ??
  capabilityId.replace(/^acp:/, '').split('/')[0] ??
  ''
