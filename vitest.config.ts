import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { rendererPlugins } from './src-renderer/vite.ts'

const limits = { testTimeout: 20_000, hookTimeout: 30_000, teardownTimeout: 10_000 }

export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'src-daemon/**/*.test.ts',
            'src-main/**/*.test.ts',
            'bench/**/*.test.ts',
            'e2e/**/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          exclude: ['**/node_modules/**', 'out/**'],
          ...limits,
        },
      },
      {
        plugins: rendererPlugins(),
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          include: ['src-renderer/**/*.test.ts'],
          server: { deps: { inline: [/@nuxt\/ui/] } },
          ...limits,
        },
      },
    ],
  },
})
