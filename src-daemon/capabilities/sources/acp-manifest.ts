import type { AcpPackage, ToolDeclaration } from '../../contract/packages.ts'
import { unknownEffect, type BindingEffect, type BindingEffects } from '../approvals/effects.ts'
import { SKILL_INPUT, SKILL_OUTPUT } from './skills.ts'
import { isStateTool, stateOutputSchema } from './state-tools.ts'
import { isUiTool, UI_PERMISSION, uiOutputSchema } from './ui-tools.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'

/** The description of a tool's binding type. */
export const effectOf = (effects: BindingEffects, acp: AcpPackage, tool: string): BindingEffect => {
  const type = acp.bindings[tool]?.type ?? ''
  return (Object.hasOwn(effects, type) ? effects[type] : undefined) ?? unknownEffect
}

/** An installed capability as a skill, `acp:<name>` (cap.md 7). */
export const skillManifest = (acp: AcpPackage): CapabilityManifest => ({
  capability_id: `acp:${acp.name}`,
  version: acp.version,
  kind: 'skill',
  name: acp.title,
  description: acp.description,
  input_schema: SKILL_INPUT,
  output_schema: SKILL_OUTPUT,
  prompt_template: acp.prompt,
  resources: [],
  required_permissions: [...acp.permissions.require],
  x_effect: 'none',
})

/** One of its tools, `acp:<name>/<tool>`. */
export const toolManifest = (
  acp: AcpPackage,
  declaration: ToolDeclaration,
  effects: BindingEffects,
): CapabilityManifest => {
  const { name, description, parameters } = declaration
  const isState = isStateTool(name)
  const binding = acp.bindings[name]
  const mostOf = (): CapabilityManifest['x_effect'] => {
    if (isState) return name === 'state.query' ? 'none' : 'own_state'
    return binding === undefined
      ? 'none'
      : effectOf(effects, acp, name).effect({ acp, tool: declaration, binding })
  }
  const needs = (): string[] => {
    if (isState) return [name]
    if (isUiTool(name)) return [UI_PERMISSION]
    return binding?.type === 'mcp_service' ? ['service'] : ['network']
  }
  return {
    capability_id: `acp:${acp.name}/${name}`,
    version: acp.version,
    kind: 'tool',
    name,
    description,
    input_schema: { ...parameters },
    output_schema: isState
      ? stateOutputSchema(name)
      : isUiTool(name)
        ? uiOutputSchema(name)
        : { type: 'object' },
    prompt_template: null,
    resources: null,
    required_permissions: needs(),
    x_effect: mostOf(),
  }
}
