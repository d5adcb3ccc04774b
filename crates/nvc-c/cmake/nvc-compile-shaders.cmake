# nvc_compile_shaders(<target>
#   SOURCES <file>...               the shaders
#   [OUTPUT_DIR <dir>]              where their outputs are written; default: <binary dir>/shaders
#   [EMIT <format>]                 spirv (default), spvasm, ir, c, rust, wgsl, hlsl, msl or glsl
#   [INCLUDE_DIRECTORIES <dir>...]  searched for included files
#   [OPTIONS <option>...]           more options of `nvc compile`
#   [OUTPUTS <variable>])           set to the list of the outputs
#
# Compiles shaders with the nvc command when <target> is built. A shader is compiled again if it, a file that it
# includes, or nvc changes. If <target> exists, it gets the outputs as sources and, with EMIT c, their folder as an
# include directory. Otherwise, it becomes a custom target that is part of `all`. Relative sources and include
# directories are relative to the current source directory, a relative OUTPUT_DIR to the current binary directory.

include_guard()

if(CMAKE_VERSION VERSION_LESS 3.20)
  message(FATAL_ERROR "nvc_compile_shaders needs CMake 3.20, for dependency files")
endif()
cmake_policy(PUSH)
cmake_policy(VERSION 3.20)

function(nvc_compile_shaders target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT_DIR;EMIT;OUTPUTS" "SOURCES;INCLUDE_DIRECTORIES;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "nvc_compile_shaders: unexpected arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "nvc_compile_shaders: no SOURCES")
  endif()
  if(NOT NVC_EXECUTABLE)
    message(FATAL_ERROR "nvc_compile_shaders: the command nvc was not found; set NVC_EXECUTABLE")
  endif()

  set(formats spirv spvasm ir c rust wgsl hlsl msl glsl)
  set(extensions spv spvasm ir h rs wgsl hlsl metal glsl)
  if(NOT arg_EMIT)
    set(arg_EMIT spirv)
  endif()
  list(FIND formats "${arg_EMIT}" format)
  if(format EQUAL -1)
    list(JOIN formats ", " known)
    message(FATAL_ERROR "nvc_compile_shaders: EMIT ${arg_EMIT} is not one of ${known}")
  endif()
  list(GET extensions ${format} extension)

  if(NOT arg_OUTPUT_DIR)
    set(arg_OUTPUT_DIR shaders)
  endif()
  cmake_path(ABSOLUTE_PATH arg_OUTPUT_DIR BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  file(MAKE_DIRECTORY "${arg_OUTPUT_DIR}")

  # Absolute paths, because dependency files contain them, and CMake resolves relative ones in the build folder.
  set(includes)
  foreach(directory IN LISTS arg_INCLUDE_DIRECTORIES)
    cmake_path(ABSOLUTE_PATH directory BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND includes -I "${directory}")
  endforeach()

  set(outputs)
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    cmake_path(GET source STEM LAST_ONLY name)
    set(output "${arg_OUTPUT_DIR}/${name}.${extension}")
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE shown)
    add_custom_command(
      OUTPUT "${output}"
      COMMAND "${NVC_EXECUTABLE}" compile "${source}" -o "${output}" --emit "${arg_EMIT}" ${includes} ${arg_OPTIONS}
              -MD -MF "${output}.d" -MT "${output}"
      DEPENDS "${source}" "${NVC_EXECUTABLE}"
      DEPFILE "${output}.d"
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      COMMENT "nvc ${shown}"
      VERBATIM)
    list(APPEND outputs "${output}")
  endforeach()

  if(TARGET "${target}")
    target_sources("${target}" PRIVATE ${outputs})
    if(arg_EMIT STREQUAL c)
      target_include_directories("${target}" PRIVATE "${arg_OUTPUT_DIR}")
    endif()
  else()
    add_custom_target("${target}" ALL DEPENDS ${outputs})
  endif()
  if(arg_OUTPUTS)
    set("${arg_OUTPUTS}" "${outputs}" PARENT_SCOPE)
  endif()
endfunction()

cmake_policy(POP)
