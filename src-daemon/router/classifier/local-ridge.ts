/**
 * Explains a message by the texts nearest to it, all at once: the ridge solution `(K + lambda I) x = k` of their likenesses to each
 * other (`K`, `n` x `n`, row by row; overwritten) and to the message (`k`; becomes `x`). What several of them share counts once, so
 * that the words in which neighbours differ decide.
 */
export const solveRidge = (K: Float64Array, k: Float64Array, n: number, lambda: number): void => {
  for (let i = 0; i < n; i++) K[i * n + i] = at(K, i * n + i) + lambda
  factorise(K, n)
  for (let i = 0; i < n; i++) {
    let sum = at(k, i)
    for (let j = 0; j < i; j++) sum -= at(K, i * n + j) * at(k, j)
    k[i] = sum / at(K, i * n + i)
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = at(k, i)
    for (let j = i + 1; j < n; j++) sum -= at(K, j * n + i) * at(k, j)
    k[i] = sum / at(K, i * n + i)
  }
}

/** Cholesky: the lower triangle of `K` becomes the factor. `K` has ones and more on its diagonal, so no root is of a negative. */
const factorise = (K: Float64Array, n: number): void => {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = at(K, i * n + j)
      for (let k = 0; k < j; k++) sum -= at(K, i * n + k) * at(K, j * n + k)
      K[i * n + j] = i === j ? Math.sqrt(sum) : sum / at(K, j * n + j)
    }
  }
}

const at = (values: Float64Array, index: number): number => values[index] ?? 0
