/** Marks around thinking, or around the answer after it, as models' templates have them. */
export interface Marks {
  readonly open: string
  readonly close: string
}

const tag = (name: string): Marks => ({ open: `<${name}>`, close: `</${name}>` })

/**
 * Beginnings of tags of thinking that have attributes, which follow: `<think type="…">`, and Open WebUI's
 * `<details type="reasoning" done="true">`.
 */
export const THINKING_TAGS: readonly Marks[] = [
  ...['think', 'thinking', 'thought', 'reasoning'].map((name) => ({
    open: `<${name} `,
    close: `</${name}>`,
  })),
  { open: '<details type="reasoning"', close: '</details>' },
]

/** Marks of thinking. */
export const THINKING_MARKS: readonly Marks[] = [
  // DeepSeek, Qwen, GLM, MiniMax and most others; Claude; Gemini and EXAONE; finetunes.
  ...['think', 'thinking', 'thought', 'reasoning', 'reflection'].map(tag),
  ...['Think', 'Thinking', 'Thought', 'THINK', 'THINKING'].map(tag), // models without a template for it
  ...['seed:think', 'longcat_think', 'mm:think'].map(tag),
  { open: '[THINK]', close: '[/THINK]' }, // Mistral
  { open: '◁think▷', close: '◁/think▷' }, // Kimi
  { open: '<|open|>think<|sep|>', close: '<|close|>think<|sep|>' }, // Kimi K3
  tag('scratch_pad'), // Hermes
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' }, // Cohere
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>' }, // OpenThinker
  { open: '<|inner_prefix|>', close: '<|inner_suffix|>' }, // Apertus
  { open: '<|channel>thought', close: '<channel|>' }, // Gemma
  { open: '<unused94>', close: '<unused95>' }, // MedGemma
]

/** Marks around the answer of a model whose thinking before it has no mark: Apriel. */
export const ANSWER_AFTER_THINKING: Marks = {
  open: '[BEGIN FINAL RESPONSE]',
  close: '[END FINAL RESPONSE]',
}

/** Marks around the answer that follows thinking: Hunyuan, Ernie, Cohere, Kimi K3, OpenThinker. */
export const ANSWER_MARKS: readonly Marks[] = [
  tag('answer'),
  tag('response'),
  { open: '<|START_RESPONSE|>', close: '<|END_RESPONSE|>' },
  { open: '<|open|>response<|sep|>', close: '<|close|>response<|sep|>' },
  { open: '<|begin_of_solution|>', close: '<|end_of_solution|>' },
]

/** Tokens that templates put after an answer, if a server leaves them in. */
export const END_MARKS: readonly string[] = [
  '<|im_end|>',
  '<|eot_id|>',
  '<|eot|>',
  '<|eom_id|>',
  '<end_of_turn>',
  '<turn|>',
  '<|end_of_text|>',
  '<|endoftext|>',
  '<|return|>',
  '<|end|>',
  '<|close|>message<|sep|>',
  '<|observation|>',
  '[e~[',
  '</s>',
  '<｜end▁of▁sentence｜>',
]

/** How gpt-oss begins, with its special tokens left out, and how its answer begins then. */
export const BARE_ANALYSIS: Marks = { open: 'analysis', close: 'assistantfinal' }
