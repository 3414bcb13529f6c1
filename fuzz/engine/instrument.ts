/** Counts which code runs: every branch of our files, and of chosen packages, is counted as it is loaded. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'

const root = pathToFileURL(join(import.meta.dirname, '../..')).href
const MAX_COUNTERS = 1 << 17

/** How often each branch has run since the counters were cleared. */
export interface Counters {
  /** Whether the run reached a branch that none before has, or, with `often`, one clearly more often; remembers it. */
  takeNew(often: boolean): boolean
  clear(): void
  /** Forgets what was reached before. */
  forget(): void
  /** Branches known, and reached so far. */
  branches(): { readonly known: number; readonly reached: number }
  /** Texts in our code: a parser compares its input with them. */
  readonly literals: ReadonlySet<string>
}

/** Counts the code that is imported from now on. */
export const instrument = (packages: readonly string[]): Counters => {
  const counts = new Uint32Array(MAX_COUNTERS)
  const seen = new Uint8Array(MAX_COUNTERS)
  const literals = new Set<string>()
  let known = 0
  Object.assign(globalThis, { fuzzCounts: counts })
  const isOurs = (url: string): boolean => /\/src-(daemon|main|renderer)\//.test(url.slice(root.length))
  const isWanted = (url: string): boolean =>
    url.startsWith(root) &&
    (isOurs(url) || packages.some((name) => url.startsWith(`${root}/node_modules/${name}/`)))
  const next = (): number => {
    if (known === MAX_COUNTERS) throw new RangeError('more branches than counters')
    return known++
  }

  registerHooks({
    load: (url, context, nextLoad) => {
      const [file = ''] = url.split('?', 1)
      if (!isWanted(file) || !/\.[cm]?[jt]s$/.test(file)) return nextLoad(url, context)
      const format = file.endsWith('.ts') ? 'module' : nextLoad(url, context).format
      const text = readFileSync(fileURLToPath(file), 'utf8')
      return { format, shortCircuit: true, source: counted(text, file, next, isOurs(file) ? literals : null) }
    },
  })

  return {
    literals,
    clear: () => {
      counts.fill(0, 0, known)
    },
    forget: () => {
      seen.fill(0)
    },
    takeNew: (often) => {
      let isNew = false
      for (let at = 0; at < known; at++) {
        const count = counts[at] ?? 0
        if (count === 0) continue
        const bit = often ? 1 << bucketOf(count) : 1
        const before = seen[at] ?? 0
        if ((before & bit) !== 0) continue
        seen[at] = before | bit
        isNew = true
      }
      return isNew
    },
    branches: () => ({
      known,
      reached: seen.subarray(0, known).reduce((sum, one) => sum + Math.sign(one), 0),
    }),
  }
}

/** Once, twice, three times; then each bucket reaches further, as in AFL. */
const bucketOf = (count: number): number => {
  if (count <= 3) return count - 1
  if (count < 8) return 3
  if (count < 16) return 4
  if (count < 32) return 5
  return count < 128 ? 6 : 7
}

/** JavaScript that counts its branches. */
const counted = (text: string, file: string, next: () => number, literals: Set<string> | null): string =>
  ts.transpileModule(text, {
    fileName: fileURLToPath(file),
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      allowJs: true,
    },
    transformers: { before: [(context) => (source) => branchesCounted(source, context, next, literals)] },
  }).outputText

const branchesCounted = (
  source: ts.SourceFile,
  context: ts.TransformationContext,
  next: () => number,
  literals: Set<string> | null,
): ts.SourceFile => {
  const { factory } = context
  const count = (): ts.Expression =>
    factory.createPostfixIncrement(
      factory.createElementAccessExpression(factory.createIdentifier('fuzzCounts'), next()),
    )
  const statement = (): ts.Statement => factory.createExpressionStatement(count())
  const before = (value: ts.Expression): ts.Expression =>
    factory.createParenthesizedExpression(factory.createComma(count(), value))
  const begun = (body: ts.Block): ts.Block => {
    const directives = body.statements.findIndex(
      (one) => !ts.isExpressionStatement(one) || !ts.isStringLiteral(one.expression),
    )
    const at = directives === -1 ? body.statements.length : directives
    const all = body.statements
    return factory.updateBlock(body, [...all.slice(0, at), statement(), ...all.slice(at)])
  }
  const asBlock = (body: ts.Statement): ts.Statement =>
    ts.isBlock(body) ? begun(body) : factory.createBlock([statement(), body], true)

  const visit = (given: ts.Node): ts.Node => {
    if (ts.isTypeNode(given)) return given
    if (literals !== null && ts.isStringLiteralLike(given) && given.text.length > 1 && given.text.length < 60)
      literals.add(given.text)
    const node = ts.visitEachChild(given, visit, context)
    if (ts.isBlock(node) && ts.isFunctionLike(given.parent)) return begun(node)
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken } = node
      const body = before(node.body)
      return factory.updateArrowFunction(
        node,
        modifiers,
        typeParameters,
        parameters,
        type,
        equalsGreaterThanToken,
        body,
      )
    }
    if (ts.isIfStatement(node)) {
      const otherwise = node.elseStatement && asBlock(node.elseStatement)
      return factory.updateIfStatement(node, node.expression, asBlock(node.thenStatement), otherwise)
    }
    if (ts.isIterationStatement(node, false)) return withBody(node)
    if (ts.isConditionalExpression(node)) {
      const { condition, questionToken, whenTrue, colonToken, whenFalse } = node
      return factory.updateConditionalExpression(
        node,
        condition,
        questionToken,
        before(whenTrue),
        colonToken,
        before(whenFalse),
      )
    }
    if (ts.isBinaryExpression(node) && DECIDING.has(node.operatorToken.kind))
      return factory.updateBinaryExpression(node, node.left, node.operatorToken, before(node.right))
    if (ts.isCaseClause(node))
      return factory.updateCaseClause(node, node.expression, [statement(), ...node.statements])
    if (ts.isDefaultClause(node)) return factory.updateDefaultClause(node, [statement(), ...node.statements])
    if (ts.isCatchClause(node))
      return factory.updateCatchClause(node, node.variableDeclaration, begun(node.block))
    return node
  }

  const withBody = (node: ts.IterationStatement): ts.Node => {
    const body = asBlock(node.statement)
    if (ts.isForStatement(node))
      return factory.updateForStatement(node, node.initializer, node.condition, node.incrementor, body)
    if (ts.isForOfStatement(node))
      return factory.updateForOfStatement(node, node.awaitModifier, node.initializer, node.expression, body)
    if (ts.isForInStatement(node))
      return factory.updateForInStatement(node, node.initializer, node.expression, body)
    if (ts.isWhileStatement(node)) return factory.updateWhileStatement(node, node.expression, body)
    return ts.isDoStatement(node) ? factory.updateDoStatement(node, body, node.expression) : node
  }

  return ts.visitEachChild(source, visit, context)
}

/** Operators whose right side runs only sometimes. */
const DECIDING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])
