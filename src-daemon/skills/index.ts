/** The door of skills: `SKILL.md` folders, from their files to the skills in force (cap.md 6). */
export { toolOf } from './allowed-tools.ts'
export { interpreterOf, textOf } from './read.ts'
export { runsScripts } from './review.ts'
export { createSkills, type SkillsDeps } from './skills.ts'
export { createWorkFolders, type WorkFolders } from './work-folders.ts'
