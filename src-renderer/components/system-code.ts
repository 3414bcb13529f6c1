/** Whether a report contains an operating system error code such as ECONNREFUSED, which only experts understand. */
export const hasSystemCode = (text: string): boolean => /\bE[A-Z]{3,}\b/.test(text)
