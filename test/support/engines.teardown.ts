module.exports = async () => {
  globalThis.dynamoDbLocal?.kill('SIGKILL');
};
