// Loaded into every process that the bench forks: it ends when the bench does, whatever became of that.
process.once('disconnect', () => process.exit(0));
