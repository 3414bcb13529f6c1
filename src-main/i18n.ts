import type { Language } from '../src-daemon/contract/language.ts'

type Words = Readonly<Record<Language, string>>

/** Every text the shell itself shows: menus, tray, and the dialogs of a start that failed. Pages have their own. */
const words = {
  about: { en: 'About Satchel', zh: '关于 Satchel', ja: 'Satchel について', es: 'Acerca de Satchel' },
  services: { en: 'Services', zh: '服务', ja: 'サービス', es: 'Servicios' },
  hide: { en: 'Hide Satchel', zh: '隐藏 Satchel', ja: 'Satchel を隠す', es: 'Ocultar Satchel' },
  hideOthers: { en: 'Hide Others', zh: '隐藏其他', ja: 'ほかを隠す', es: 'Ocultar otros' },
  unhide: { en: 'Show All', zh: '全部显示', ja: 'すべてを表示', es: 'Mostrar todo' },
  file: { en: 'File', zh: '文件', ja: 'ファイル', es: 'Archivo' },
  edit: { en: 'Edit', zh: '编辑', ja: '編集', es: 'Edición' },
  view: { en: 'View', zh: '视图', ja: '表示', es: 'Ver' },
  window: { en: 'Window', zh: '窗口', ja: 'ウィンドウ', es: 'Ventana' },
  undo: { en: 'Undo', zh: '撤销', ja: '元に戻す', es: 'Deshacer' },
  redo: { en: 'Redo', zh: '重做', ja: 'やり直す', es: 'Rehacer' },
  cut: { en: 'Cut', zh: '剪切', ja: '切り取り', es: 'Cortar' },
  copy: { en: 'Copy', zh: '复制', ja: 'コピー', es: 'Copiar' },
  paste: { en: 'Paste', zh: '粘贴', ja: '貼り付け', es: 'Pegar' },
  pasteAndMatchStyle: {
    en: 'Paste without Formatting',
    zh: '粘贴为纯文本',
    ja: '書式なしで貼り付け',
    es: 'Pegar sin formato',
  },
  delete: { en: 'Delete', zh: '删除', ja: '削除', es: 'Eliminar' },
  selectAll: { en: 'Select All', zh: '全选', ja: 'すべて選択', es: 'Seleccionar todo' },
  reload: { en: 'Reload', zh: '重新加载', ja: '再読み込み', es: 'Recargar' },
  toggleDevTools: {
    en: 'Developer Tools',
    zh: '开发者工具',
    ja: '開発者ツール',
    es: 'Herramientas de desarrollo',
  },
  resetZoom: { en: 'Actual Size', zh: '实际大小', ja: '実際のサイズ', es: 'Tamaño real' },
  zoomIn: { en: 'Zoom In', zh: '放大', ja: '拡大', es: 'Acercar' },
  zoomOut: { en: 'Zoom Out', zh: '缩小', ja: '縮小', es: 'Alejar' },
  togglefullscreen: { en: 'Full Screen', zh: '全屏', ja: 'フルスクリーン', es: 'Pantalla completa' },
  minimize: { en: 'Minimize', zh: '最小化', ja: '最小化', es: 'Minimizar' },
  zoom: { en: 'Zoom', zh: '缩放', ja: '拡大／縮小', es: 'Zoom' },
  front: {
    en: 'Bring All to Front',
    zh: '前置全部窗口',
    ja: 'すべてを手前に移動',
    es: 'Traer todo al frente',
  },
  close: { en: 'Close Window', zh: '关闭窗口', ja: 'ウィンドウを閉じる', es: 'Cerrar ventana' },
  open: { en: 'Open Satchel', zh: '打开 Satchel', ja: 'Satchel を開く', es: 'Abrir Satchel' },
  quit: {
    en: 'Quit (Daemon Keeps Running)',
    zh: '退出（守护进程继续运行）',
    ja: '終了（デーモンは動き続けます）',
    es: 'Salir (el daemon sigue en marcha)',
  },
  quitAndStop: {
    en: 'Quit and Stop the Daemon',
    zh: '退出并停止守护进程',
    ja: '終了してデーモンも停止',
    es: 'Salir y detener el daemon',
  },
  daemonConnecting: {
    en: 'Daemon: connecting',
    zh: '守护进程：正在连接',
    ja: 'デーモン: 接続中',
    es: 'Daemon: conectando',
  },
  daemonRunning: {
    en: 'Daemon: running',
    zh: '守护进程：运行中',
    ja: 'デーモン: 動作中',
    es: 'Daemon: en marcha',
  },
  daemonUnreachable: {
    en: 'Daemon: not reachable',
    zh: '守护进程：无法连接',
    ja: 'デーモン: 接続できません',
    es: 'Daemon: no responde',
  },
  daemonOtherVersion: {
    en: 'Daemon: another version',
    zh: '守护进程：版本不同',
    ja: 'デーモン: 別のバージョン',
    es: 'Daemon: otra versión',
  },
  tooltip: { en: 'Satchel', zh: 'Satchel', ja: 'Satchel', es: 'Satchel' },
} as const satisfies Record<string, Words>

export type ShellText = keyof typeof words

/** The text `key` in `language`. */
export const shellText = (language: Language, key: ShellText): string => words[key][language]
