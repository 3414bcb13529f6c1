import { InvalidArgumentError } from 'commander'

/** A port as an argument; 0: any free one. Errors: that of the command line, which names the option. */
export const portArgument = (written: string): number => {
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Infinity
  if (port > 65_535) throw new InvalidArgumentError('0..65535')
  return port
}
