/**
 * Words for what can be done, in the languages of the app. A tool is named by a message if a word of the tool's name and a word of the
 * message stand in the same line.
 */
const FAMILIES: readonly string[] = [
  'send email mail message write post reply respond answer forward tell dm publish submit notify share enviar envía envia manda mandar escribe escribir publica publicar responde responder reenvía avisa comparte 发送 发给 发 寄 写 回复 转发 告诉 通知 发布 分享 送 送信 メール 返信 転送 書 伝え 知らせ 投稿 共有',
  'delete remove erase cancel discard trash drop uninvite borra borrar elimina eliminar cancela cancelar quita quitar 删除 删掉 移除 取消 去掉 削除 消 取り消 キャンセル 外',
  'create add make new schedule save book reserve invite append put set register insert crea crear añade añadir agrega agregar invita invitar guarda guardar reserva reservar programa programar 创建 新建 添加 加 邀请 保存 预订 预约 安排 作成 作 追加 招待 保存 予約 登録',
  'update change edit move reschedule rename modify shift postpone append replace set cambia cambiar actualiza actualizar edita editar mueve mover modifica aplaza renombra 更新 修改 更改 改 移动 推迟 变更 変更 編集 移動 直 延期',
  'pay transfer wire refund buy purchase order paga pagar transfiere transferir compra comprar 支付 付款 付 转账 汇款 购买 买 支払 払 送金 振込 購入 買',
  'run execute start stop open close call upload download ejecuta ejecutar inicia detén abre cierra llama sube descarga 运行 执行 启动 停止 打开 关闭 呼叫 上传 下载 実行 開始 停止 開 閉 アップロード ダウンロード',
]

const LINES = FAMILIES.map((line) => line.split(' '))
const LATIN = /^[\p{Script=Latin}]+$/u

/** Whether `words`, of the owner, name what the tool `name` does. */
export const namesEffect = (words: string, name: string): boolean => {
  const said = wordsOf(words)
  const all = wordsOf(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
  // `delete_email` deletes.
  const verbs = all.filter((word) => !THINGS.has(word) && LINES.some((line) => line.includes(word)))
  const own = verbs.length > 0 ? verbs : all
  const lines = LINES.filter((line) => line.some((verb) => own.some((word) => isForm(word, verb))))
  return lines.length === 0
    ? own.some((word) => word.length >= SHORTEST_OWN && said.includes(word))
    : lines.some((line) => line.some((verb) => isSaid(verb, words, said)))
}

/** Whether a tool sends something, and does nothing else, by its name: `send_email`, not `delete_sent_email`. */
export const onlySends = (name: string): boolean => {
  const [sending, ...others] = LINES
  const all = wordsOf(name)
  return (
    all.some((word) => !THINGS.has(word) && sending?.includes(word) === true) &&
    !all.some((word) => others.some((line) => line.includes(word)))
  )
}

/** Whether a tool makes or changes appointments, by its name; what one is deleted by says which it is. */
export const keepsAppointments = (name: string): boolean => {
  const all = wordsOf(name)
  const [, deleting] = LINES
  return all.some((word) => APPOINTMENTS.has(word)) && !all.some((word) => deleting?.includes(word) === true)
}

const APPOINTMENTS: ReadonlySet<string> = new Set(
  'event events appointment appointments meeting meetings reminder reminders calendar'.split(' '),
)

/** Whether `words` say each word of a tool's name. */
export const namesTool = (words: string, name: string): boolean => {
  const said = wordsOf(words)
  return wordsOf(name).every((word) => said.some((one) => isForm(one, word) || isForm(word, one)))
}

/** Of the words above, those that are things as well. */
const THINGS: ReadonlySet<string> = new Set(
  'email mail message dm answer post book order call share register transfer'.split(' '),
)

/** A tool whose name has none of those words is named by a word of its own. */
const SHORTEST_OWN = 4

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []

const isSaid = (verb: string, words: string, said: readonly string[]): boolean =>
  LATIN.test(verb) ? said.some((word) => isForm(word, verb)) : words.includes(verb)

const isForm = (word: string, verb: string): boolean =>
  word === verb ||
  (word.startsWith(verb) && /^(?:s|es|d|ed|ing)$/u.test(word.slice(verb.length))) ||
  (verb.endsWith('e') && word === `${verb.slice(0, -1)}ing`)
