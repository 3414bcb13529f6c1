/** What servers run, held against what was accepted. */
export default {
  title: '运行的内容',
  parts: '{count} 个组成部分',
  accepted: '接受于',
  unpinned: '未固定：无法事先得知此命令会运行什么。',
  unpinnedImage:
    "未固定：容器镜像只按名称指定，明天可能是另一个镜像。请按摘要指定（{'@'}sha256:…）以固定它。",
  changed: '运行的内容已更改',
  changedText: '您接受的是 {before}；现在会运行 {after}。尚未启动其中任何内容。',
  differences: '差异',
  more: '还有 {count} 处差异。',
  accept: '接受现在运行的内容',
  keepOff: '不作处理则保持关闭。',
  fetches:
    '首次启动前，{program} 会在沙箱中从 {host} 获取 {packages}，放入单独的文件夹。获取的内容会被固定：换了版本会再次询问。',
  allowHost: '允许 {host}',
}
