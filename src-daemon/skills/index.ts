/** The door of skills: `SKILL.md` folders, from files to what counts (cap.md 6). */
export { interpreterOf } from './read.ts'
export { runsScripts } from './review.ts'
export { createSkills, type SkillsDeps } from './skills.ts'
