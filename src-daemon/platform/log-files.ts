/** Whether a file in `logs/` is a part of the daemon's log. Apart from `log.ts`, so that reading a log needs no logger. */
export const isLogFile = (name: string): boolean => /^daemon(\.\d+)*\.log$/.test(name)
