/** Whether a report holds a code of the operating system, such as ECONNREFUSED: a fact for experts, not a sentence. */
export const hasSystemCode = (text: string): boolean => /\bE[A-Z]{3,}\b/.test(text)
