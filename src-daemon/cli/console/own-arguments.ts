/** What is said to this command itself: what stands behind `--` is for a program it names, and consents to nothing. */
export const ownArguments = (argv: readonly string[]): readonly string[] => {
  const end = argv.indexOf('--')
  return end === -1 ? argv : argv.slice(0, end)
}
