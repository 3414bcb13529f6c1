/** What servers run, held against what was accepted. */
export default {
  title: 'What it runs',
  parts: '{count} part | {count} parts',
  accepted: 'Accepted',
  unpinned: 'Not pinned: it cannot be told beforehand what this command runs.',
  unpinnedImage:
    "Not pinned: the container's image is named by a name alone, which may be another image tomorrow. Name it by its digest (name{'@'}sha256:…) to pin it.",
  changed: 'What it runs has changed',
  changedText: 'You accepted {before}; now it would run {after}. Nothing of it was started.',
  differences: 'Differences',
  more: 'And {count} more differences.',
  accept: 'Accept what it runs now',
  keepOff: 'Left as it is, it stays off.',
  fetches:
    'Before the first start, {program} fetches {packages} from {host} into a folder of its own, in the sandbox. What was fetched is pinned: another version asks again.',
  allowHost: 'Allow {host}',
}
