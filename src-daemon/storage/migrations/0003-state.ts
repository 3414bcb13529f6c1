/** Tables of this room. */
export const up = ``
