import { MINIMAX_SIGN } from './minimax-calls.ts'

/** How a call of gpt-oss begins. */
export const HARMONY_CALL = '<|channel|>commentary to='

/** How the calls of Kimi begin: those of K2, in both of its spellings, and of K3. */
export const KIMI_CALLS = [
  '<|tool_calls_section_begin|>',
  '<|tool_call_section_begin|>',
  '<|open|>tools<|sep|>',
] as const

/** How a list of calls of Phi begins. */
export const FUNCTOOLS = 'functools['

/**
 * Marks before calls that are single tokens in models' templates, so that they may follow words on the same line: those
 * of Mistral, Llama, Kimi, DeepSeek, Granite, LFM2, Cohere, Gemma, InternLM, Step, MiniMax M3, Apertus, GigaChat and gpt-oss.
 */
export const TOKEN_MARKS = [
  '[TOOL_CALLS]',
  '<|python_tag|>',
  '<|python_start|>',
  ...KIMI_CALLS,
  '<|tool_call_begin|>',
  '<|open|>call ',
  '<｜tool▁calls▁begin｜>',
  '<｜tool▁call▁begin｜>',
  '<｜DSML｜function_calls>',
  '<｜DSML｜tool_calls>',
  '<｜DSML｜invoke ',
  '<｜tool_calls_begin｜>',
  '<｜tool_call_begin｜>',
  '<|tool_call|>',
  '<|tool_call_start|>',
  '<|START_ACTION|>',
  '<start_function_call>',
  '<|tool_call>',
  '<|action_start|>',
  `${MINIMAX_SIGN}<tool_call>`,
  '<|tools_prefix|>',
  'function call<|role_sep|>',
  HARMONY_CALL,
] as const

/** Marks in the form of tags, which a call has on a line of its own: Hermes and Qwen, Llama, Claude, MiniMax, Phi and others. */
export const TAG_MARKS = [
  '<tool_call>',
  '<tool_calls>',
  '<function=',
  '<function_call>',
  '<function_calls>',
  '<invoke name=',
  '<minimax:tool_call>',
  '<seed:tool_call>',
  '<longcat_tool_call>',
  '<TOOLCALL>',
  FUNCTOOLS,
] as const

/** All marks before calls. */
export const CALL_MARKS: readonly string[] = [...TOKEN_MARKS, ...TAG_MARKS]

/** Marks around and between calls, without content. */
export const CALL_SEPARATORS: readonly string[] = [
  ...TOKEN_MARKS.filter((mark) => mark !== '<｜DSML｜invoke '),
  ...TAG_MARKS.filter((mark) => mark.endsWith('>')).flatMap((mark) => [mark, mark.replace('<', '</')]),
  '[/TOOL_CALLS]',
  '<|python_end|>',
  '<|tool_calls_section_end|>',
  '<|tool_call_section_end|>',
  '<|tool_call_end|>',
  '<|close|>call<|sep|>',
  '<|close|>tools<|sep|>',
  '<|close|>message<|sep|>',
  '<｜tool▁calls▁end｜>',
  '<｜tool▁call▁end｜>',
  '</｜DSML｜function_calls>',
  '</｜DSML｜tool_calls>',
  'function<｜tool_sep｜>',
  '<｜tool_call_end｜>',
  '<｜tool_calls_end｜>',
  '<|/tool_call|>',
  '<|END_ACTION|>',
  '<end_function_call>',
  '<tool_call|>',
  '<|plugin|>',
  '<|action_end|>',
  `${MINIMAX_SIGN}</tool_call>`,
  '<|tools_suffix|>',
  '<|eom_id|>',
  '<|eot_id|>',
  '<|call|>',
  '<｜end▁of▁sentence｜>',
]

/** Marks between the name of a call and its arguments: Kimi, DeepSeek, Mistral, gpt-oss. */
export const ARGUMENT_MARKS: readonly string[] = [
  '<|tool_call_argument_begin|>',
  '<｜tool▁sep｜>',
  '[ARGS]',
  '<|message|>',
]
