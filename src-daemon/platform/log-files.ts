/**
 * Whether a file in `logs/` is part of the daemon's log. Separate from `log.ts`, so that reading a log does not load a
 * logger.
 */
export const isLogFile = (name: string): boolean => /^daemon(\.\d+)*\.log$/.test(name)
