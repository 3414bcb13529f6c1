/** Verbs by intent, in the four languages. */

export type Intent = 'create' | 'query' | 'update' | 'delete' | 'send'

const words = (list: string): readonly string[] => list.split(' ')

/** Latin words match as whole words, CJK anywhere in the text. */
export const VERBS: Readonly<Record<Intent, { latin: readonly string[]; cjk: readonly string[] }>> = {
  create: {
    latin: words(
      'add create new make write save store record remember remind log put jot append schedule insert register persist track crear crea añadir añade agregar agrega anotar anota apuntar apunta nuevo nueva guardar guarda recordar recuerda recuérdame registrar registra escribir escribe envía',
    ),
    cjk: words('记 新建 添加 创建 增加 新增 保存 提醒 写 記 追加 作成 登録 覚え メモし 作って 書い'),
  },
  query: {
    latin: words(
      'list show find search query get fetch read display view see what which where when who how lookup count listar lista mostrar muestra muéstrame buscar busca encontrar encuentra ver qué cuáles cuántos cuántas cuánto cuál dónde cuándo quién dime',
    ),
    cjk: words(
      '列出 显示 查看 查找 查询 搜索 找 有哪些 有什么 多少 什么 看看 一覧 表示 見せ 探し 検索 教えて 何件 ありますか',
    ),
  },
  update: {
    latin: words(
      'update change edit modify complete finish mark rename set close actualizar actualiza cambiar cambia modificar modifica editar edita completar completa terminar termina marcar marca',
    ),
    cjk: words('更新 修改 完成 改成 标记 変更 完了 編集 直し'),
  },
  delete: {
    latin: words('delete remove erase discard drop borrar borra eliminar elimina quitar quita'),
    cjk: words('删除 删掉 移除 去掉 削除 消し'),
  },
  send: {
    latin: words('send post notify email enviar envía envia notificar notifica'),
    cjk: words('发送 发给 通知 送信 送って'),
  },
}
