import { programName, programs, textOf } from '../.vitepress/pages.js';

const LANGUAGES = { mjs: 'js', cjs: 'js', mts: 'ts' };

export default {
  paths: () =>
    programs.map((file) => {
      const extension = file.split('.').pop();
      const content = `# ${file}\n\n\`\`\`\`${LANGUAGES[extension] ?? extension}\n${textOf(file)}\`\`\`\`\n`;
      return { params: { name: programName(file) }, content };
    }),
};
