/**
 * The arguments for this command itself: those after `--` are for a program it names, and aren't consent to anything.
 */
export const ownArguments = (argv: readonly string[]): readonly string[] => {
  const end = argv.indexOf('--')
  return end === -1 ? argv : argv.slice(0, end)
}
