import { serviceEffect, serviceOf, type ServicesService } from '../mcp/index.ts'
import { say } from '../text/index.ts'
import type { BindingEffect } from './approvals/effects.ts'

/** What a call of a connected service does: taken for the strictest, unless the owner trusts that it only reads. */
export const createServiceEffect = (services: Pick<ServicesService, 'facts'>): BindingEffect => ({
  effect: ({ binding }) => serviceEffect(services, binding).effect,
  pin: ({ binding }) => serviceEffect(services, binding).pin,
  describe: ({ acp, binding, language }) => {
    const { effect, target } = serviceEffect(services, binding)
    const { serviceUri, action } = serviceOf(binding)
    const params = { name: acp.title, service: serviceUri, action }
    const key = effect === 'network_read' ? 'effect_service_reads' : 'effect_mcp_service'
    return { effect, always: false, target, sentence: say(language, key, params) }
  },
})
