import { z } from 'zod'
import { modelEndpointSchema } from '../../contract/settings.ts'

/** A well-known server, as a template for a new endpoint. */
export const endpointPresetSchema = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  protocol: modelEndpointSchema.shape.protocol,
  /** Where its owner gets a key; null if it needs none. */
  keyUrl: z.string().nullable(),
  /** Usually runs on this machine; if not, everything in a conversation leaves it. */
  local: z.boolean(),
  /** Whether it requires a key. */
  needsKey: z.boolean(),
})
export type EndpointPreset = z.infer<typeof endpointPresetSchema>

const local = (id: string, name: string, port: number): EndpointPreset => ({
  id,
  name,
  baseUrl: `http://127.0.0.1:${String(port)}/v1`,
  local: true,
  needsKey: false,
  protocol: 'openai',
  keyUrl: null,
})
const hosted = (
  id: string,
  name: string,
  baseUrl: string,
  keyUrl: string,
  protocol: EndpointPreset['protocol'] = 'openai',
): EndpointPreset => ({ id, name, baseUrl, local: false, needsKey: true, protocol, keyUrl })

/** Addresses from the servers' own documentation; the user can change each. */
export const ENDPOINT_PRESETS: readonly EndpointPreset[] = [
  local('lm-studio', 'LM Studio', 1234),
  local('llama-cpp', 'llama.cpp server', 8080),
  local('vllm', 'vLLM', 8000),
  local('localai', 'LocalAI', 8080),
  local('jan', 'Jan', 1337),
  hosted('openai', 'OpenAI', 'https://api.openai.com/v1', 'https://platform.openai.com/api-keys'),
  hosted(
    'anthropic',
    'Anthropic',
    'https://api.anthropic.com',
    'https://console.anthropic.com/settings/keys',
    'anthropic',
  ),
  hosted(
    'gemini',
    'Google Gemini',
    'https://generativelanguage.googleapis.com/v1beta',
    'https://aistudio.google.com/apikey',
    'gemini',
  ),
  hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'https://openrouter.ai/settings/keys'),
  hosted('mistral', 'Mistral', 'https://api.mistral.ai/v1', 'https://console.mistral.ai/api-keys'),
  hosted('groq', 'Groq', 'https://api.groq.com/openai/v1', 'https://console.groq.com/keys'),
  hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com', 'https://platform.deepseek.com/api_keys'),
  hosted('together', 'Together', 'https://api.together.xyz/v1', 'https://api.together.ai/settings/api-keys'),
]
